/** Returns a promise and its `resolve` function. Node 20 has no `Promise.withResolvers`. */
export function deferred<Value = void>() {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
