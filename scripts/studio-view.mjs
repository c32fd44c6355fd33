/**
 * The part of Prisma Studio's address that makes it the owner's inbox: the messages, the newest first, and the columns in the order one
 * reads them. By itself Studio (7.10) opens the first table, and puts the key first and the other columns in the order of the alphabet,
 * whatever their order in the schema and in PostgreSQL; only the columns pinned by its address come in the order they are named.
 */
export const STUDIO_VIEW =
  '#schema=public&view=table&table=messages&sort=created_at:desc&pin=created_at,status,name,email,text,spam_reasons';
