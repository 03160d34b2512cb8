import type { AnyComponent, MessageComponent } from "../schema/component-schema.ts";

interface Step {
  readonly component: AnyComponent;
  readonly path: readonly (string | number)[];
}

/** Every component of a message with its place, nested ones after the one they stand in. */
export function walkComponents(components: readonly MessageComponent[]): Step[] {
  return components.flatMap((component, index) => walk(component, ["components", index]));
}

function walk(component: AnyComponent, path: Step["path"]): Step[] {
  const inside: readonly AnyComponent[] = "components" in component ? component.components : [];
  return [
    { component, path },
    ...inside.flatMap((each, index) => walk(each, [...path, "components", index])),
    ...("accessory" in component ? walk(component.accessory, [...path, "accessory"]) : []),
  ];
}
