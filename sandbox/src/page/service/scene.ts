import { element, put } from "../core/element.ts";
import type { Part, Perform } from "./part.ts";
import { type SceneWords, sceneWords } from "./scene-words.ts";

/** The scene of a fresh world: an address without a scene means no other. */
const USUAL = "finishes";
const MIXED = "Several scenes at once.";

/** The scene that the page was opened with: `?scene=lost-answer`. */
export function sceneInAddress(): string | null {
  return new URLSearchParams(location.search).get("scene");
}

/** Keeps the address true, so that a reload and a copied link come to the same scene. */
function putSceneInAddress(name: string): void {
  const address = new URL(location.href);
  if (name === USUAL) address.searchParams.delete("scene");
  else address.searchParams.set("scene", name);
  history.replaceState(null, "", address);
}

/** A world that begins anew begins in the usual scene. */
export const forgetSceneInAddress = (): void => putSceneInAddress(USUAL);

/** One menu of all that people should see happen: it counts for everything that is done from now on. */
export function drawScene(perform: Perform): Part {
  const hint = element("p", { class: "hint", id: "scene-words" });
  const menu = element("select", { id: "scene", "aria-describedby": hint.id });
  let shown: string | undefined;
  menu.addEventListener("change", () => {
    const name = menu.value;
    void perform("/sandbox/scene", { scene: name }).then((isDone) => {
      if (isDone) putSceneInAddress(name);
      else menu.value = shown ?? USUAL;
    });
  });
  const box = element(
    "section",
    { class: "part scene", "aria-label": "Scene" },
    element("h3", {}, element("label", { for: menu.id }, "Scene: what happens from now on")),
    menu,
    hint,
  );

  return {
    box,
    show({ scenes, scene }) {
      if (menu.childElementCount === 0) menu.append(...grouped(scenes));
      if (scene === shown) return;
      shown = scene;
      menu.value = scene;
      box.classList.toggle("is-rough", scene !== USUAL);
      put(hint, sceneWords[scene]?.words ?? MIXED);
    },
  };
}

function grouped(names: readonly string[]): readonly HTMLElement[] {
  const groups = new Map<SceneWords["group"], HTMLElement>();
  for (const name of names) {
    const words = sceneWords[name];
    if (!words) continue;
    const group = groups.get(words.group) ?? element("optgroup", { label: words.group });
    groups.set(words.group, group);
    group.append(element("option", { value: name }, words.name));
  }
  return [...groups.values()];
}
