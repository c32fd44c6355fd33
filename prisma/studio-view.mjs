/** The messages, newest first. Studio (7.10) sorts columns by the alphabet, unless its address pins them. */
export const STUDIO_VIEW =
  '#schema=public&view=table&table=messages&sort=created_at:desc&pin=created_at,status,name,email,text,spam_reasons';
