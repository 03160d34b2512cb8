import dns from "node:dns";

type Callback = (error: Error | null, address?: unknown, family?: number) => void;

/**
 * Names below .test, which are asked of nobody: they are 127.0.0.1, or not known while `isKnown` is false. It stands in
 * the place of node:dns's own `lookup`, which net.connect calls, until `end`.
 */
export function toldNames(): { isKnown: boolean; end(): void } {
  const before = dns.lookup;
  const names = {
    isKnown: true,
    end: () => void Object.assign(dns, { lookup: before }),
  };
  const lookup = (name: string, options: { readonly all?: boolean }, callback: Callback) => {
    if (!name.endsWith(".test")) throw new Error(`nobody tells the name ${name}`);
    setImmediate(() => {
      if (!names.isKnown) return callback(Object.assign(new Error("not found"), { code: "ENOTFOUND" }));
      if (options.all) return callback(null, [{ address: "127.0.0.1", family: 4 }]);
      callback(null, "127.0.0.1", 4);
    });
  };
  Object.assign(dns, { lookup });
  return names;
}
