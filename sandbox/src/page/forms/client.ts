const KEPT_AS = "reelay-client";
/** Long enough for the page that was here before a reload to let go. */
const LET_GO_MS = 400;

/**
 * The id of this tab, the same after a reload: a form that answers something done here opens here alone. A tab that was
 * duplicated brings the id of the first along, and gets one of its own.
 */
export async function openClient(): Promise<string> {
  const before = sessionStorage.getItem(KEPT_AS);
  if (before && (await hold(before, AbortSignal.timeout(LET_GO_MS)))) return before;
  const id = crypto.randomUUID();
  sessionStorage.setItem(KEPT_AS, id);
  // However long it takes: an id that is not held here would be shared with a copy of this tab.
  await hold(id);
  return id;
}

/** True where no other tab holds that id; from then on this one does, for as long as it is open. */
function hold(id: string, signal?: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const held = () => {
      resolve(true);
      return new Promise<never>(() => {});
    };
    navigator.locks.request(`${KEPT_AS} ${id}`, signal ? { signal } : {}, held).catch(() => resolve(false));
  });
}
