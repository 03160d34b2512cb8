import { flag, limits } from "../limits.ts";
import type { Fault } from "../routes/refusal.ts";
import type { MessageComponent } from "../schema/component-schema.ts";
import type { Embed } from "../schema/message-schema.ts";
import { walkComponents } from "./walk-components.ts";

interface Whole {
  readonly flags: number;
  readonly content: string;
  readonly embeds: readonly Embed[];
  readonly components: readonly MessageComponent[];
  readonly filenames: readonly string[];
}

/** What no single field shows: the rules about a message as a whole. */
export function messageFaults(message: Whole): Fault[] {
  return [
    ...(message.flags & flag.componentsV2 ? displayFaults(message) : legacyFaults(message)),
    ...customIdFaults(message.components),
    ...embedFaults(message.embeds),
    ...fileFaults(message),
  ];
}

function legacyFaults({ components }: Whole): Fault[] {
  const foreign = components.flatMap(({ type }, index): Fault[] =>
    type === 1
      ? []
      : [
          {
            path: ["components", index, "type"],
            code: "UNION_TYPE_CHOICES",
            message: 'Value of field "type" must be one of (1,).',
          },
        ],
  );
  if (components.length <= limits.rows) return foreign;
  return [...foreign, tooMany(limits.rows)];
}

function displayFaults({ content, embeds, components }: Whole): Fault[] {
  const all = walkComponents(components);
  const text = all.reduce((sum, { component }) => sum + (component.type === 10 ? component.content.length : 0), 0);
  const faults: Fault[] = [];
  for (const [name, present] of Object.entries({ content: content !== "", embeds: embeds.length > 0 }))
    if (present)
      faults.push({
        path: [name],
        code: "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
        message: `The '${name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
      });
  if (all.length > limits.components) faults.push(tooMany(limits.components));
  if (text > limits.displayText)
    faults.push({
      path: ["components"],
      code: "COMPONENT_MAX_TOTAL_TEXT_SIZE_EXCEEDED",
      message: `Text of all components exceeds ${limits.displayText} characters.`,
    });
  return faults;
}

function tooMany(max: number): Fault {
  return { path: ["components"], code: "BASE_TYPE_MAX_LENGTH", message: `Must be ${max} or fewer in length.` };
}

function customIdFaults(components: readonly MessageComponent[]): Fault[] {
  const seen = new Set<string>();
  return walkComponents(components).flatMap(({ component, path }): Fault[] => {
    if (!("custom_id" in component) || component.custom_id === undefined) return [];
    if (!seen.has(component.custom_id)) {
      seen.add(component.custom_id);
      return [];
    }
    return [
      {
        path: [...path, "custom_id"],
        code: "COMPONENT_CUSTOM_ID_DUPLICATED",
        message: "Component custom id cannot be duplicated",
      },
    ];
  });
}

function embedFaults(embeds: readonly Embed[]): Fault[] {
  const size = embeds
    .flatMap(({ title, description, footer, author, fields }) => [
      title,
      description,
      footer?.text,
      author?.name,
      ...(fields ?? []).flatMap(({ name, value }) => [name, value]),
    ])
    .reduce((sum, text) => sum + (text?.length ?? 0), 0);
  if (size <= limits.embedText) return [];
  return [
    {
      path: ["embeds"],
      code: "MAX_EMBED_SIZE_EXCEEDED",
      message: `Embed size exceeds maximum size of ${limits.embedText}`,
    },
  ];
}

/** A component that shows a file of the message needs that file; an embed shows pictures only. */
function fileFaults({ components, embeds, filenames }: Whole): Fault[] {
  const named = (url: string) => /^attachment:\/\/(.+)$/.exec(url)?.[1];
  const shown = walkComponents(components).flatMap(({ component, path }) => {
    if (component.type === 13) return [{ url: component.file.url, path: [...path, "file", "url"] }];
    if (component.type === 11) return [{ url: component.media.url, path: [...path, "media", "url"] }];
    if (component.type !== 12) return [];
    return component.items.map(({ media }, index) => ({
      url: media.url,
      path: [...path, "items", index, "media", "url"],
    }));
  });
  const missing = shown.filter(({ url }) => {
    const name = named(url);
    return name !== undefined && !filenames.includes(name);
  });
  const notPictures = embeds.flatMap(({ image, thumbnail }, index) =>
    Object.entries({ image, thumbnail })
      .filter(([, picture]) => picture && !/\.(jpe?g|png|webp|gif)$/i.test(named(picture.url) ?? ".png"))
      .map(([name]) => ["embeds", index, name, "url"]),
  );
  return [
    ...missing.map(({ path }) => ({
      path,
      code: "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
      message: "The referenced attachment was not found.",
    })),
    ...notPictures.map((path) => ({
      path,
      code: "EMBED_ATTACHMENT_NOT_AN_IMAGE",
      message: "An embed shows jpg, png, webp and gif files only.",
    })),
  ];
}
