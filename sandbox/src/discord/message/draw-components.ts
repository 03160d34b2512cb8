import type { AnyComponent, MessageComponent } from "../schema/component-schema.ts";

/** A picture, video or file as the API tells it. */
export interface Media {
  readonly id: string;
  readonly url: string;
  readonly proxy_url: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly content_type: string | null;
  readonly attachment_id?: string;
  readonly name: string | null;
  readonly size: number | null;
}

/**
 * Components as Discord tells them: with everything filled in that a bot may leave out. One without an `id` of its
 * own gets the next number, from 1, in the order of reading.
 */
export function drawComponents(components: readonly MessageComponent[], mediaAt: (url: string) => Media): unknown[] {
  let last = 0;

  const draw = (component: AnyComponent): object => {
    last += 1;
    const head = { type: component.type, id: component.id || last };
    switch (component.type) {
      case 1:
        return { ...head, components: component.components.map(draw) };
      case 9: {
        const texts = component.components.map(draw);
        return { ...head, components: texts, accessory: draw(component.accessory) };
      }
      case 10:
        return { ...head, content: component.content };
      case 11:
        return { ...head, ...shown(component) };
      case 12:
        return { ...head, items: component.items.map(shown) };
      case 13: {
        const { name, size, ...file } = mediaAt(component.file.url);
        return { ...head, file, name, size, spoiler: component.spoiler ?? false };
      }
      case 14:
        return { ...head, divider: component.divider ?? true, spacing: component.spacing ?? 1 };
      case 17: {
        const { accent_color, spoiler } = component;
        const inside = component.components.map(draw);
        return { ...head, accent_color: accent_color ?? null, spoiler: spoiler ?? false, components: inside };
      }
      case 2:
        return present({ ...component, ...head });
      case 3:
      case 5:
      case 6:
      case 7:
      case 8: {
        const { min_values, max_values } = component;
        const options = component.type === 3 ? { options: component.options.map(present) } : {};
        return present({
          ...component,
          ...head,
          min_values: min_values ?? 1,
          max_values: max_values ?? 1,
          ...options,
        });
      }
    }
  };

  const shown = (item: { media: { url: string }; description?: string | null | undefined; spoiler?: unknown }) => {
    const { name: _, size: __, ...media } = mediaAt(item.media.url);
    return { media, description: item.description ?? null, spoiler: item.spoiler === true };
  };

  return components.map(draw);
}

/** Without what is null: a bot may write null for "nothing", Discord never reads it back. */
export function present(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null && each !== undefined));
}
