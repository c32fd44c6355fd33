/** The part that is used here of a package that comes without types; from its README. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'woff2'; noHinting?: boolean; dropTables?: string[] },
  ): Promise<Buffer>;
}
