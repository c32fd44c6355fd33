/** The one call that migrate.ts makes; neither ES2023's nor Node's types name it, and the DOM's would bring `window` along. */
declare namespace WebAssembly {
  function instantiate(
    bytes: Uint8Array,
    imports: Record<string, unknown>,
  ): Promise<{ instance: { exports: Record<string, unknown> } }>;
}
