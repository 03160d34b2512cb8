/** Tests run the sandbox from its sources and never from its build. */
export const sandboxSources = {
  alias: { "#sandbox": new URL("../sandbox/src/sandbox.ts", import.meta.url).pathname },
};
