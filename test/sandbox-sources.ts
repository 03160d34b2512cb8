/** Tests run the sandbox from its sources, never from what was built of them. */
export const sandboxSources = {
  alias: { "#sandbox": new URL("../sandbox/src/sandbox.ts", import.meta.url).pathname },
};
