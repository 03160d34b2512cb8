import type { Journal } from "../../journal.ts";
import type { Modal } from "../schema/modal-schema.ts";
import type { Interaction } from "./interaction.ts";
import { type Pickable, picksOfForm } from "./picks.ts";

interface OpenForm {
  /** The interaction that opened it; its id is the form's. */
  readonly opener: Interaction;
  readonly modal: Modal;
}

/** A form as its person's client shows it. */
export interface ShownForm {
  readonly formId: string;
  readonly client: string;
  readonly modal: unknown;
  /** What its menus of people, roles and channels offer, by custom_id. */
  readonly picks: Readonly<Record<string, readonly Pickable[]>>;
}

export function shownForm({ opener, modal }: OpenForm): ShownForm {
  return { formId: opener.id, client: opener.client, modal, picks: picksOfForm(modal, opener.place) };
}

export interface FormBook {
  open(opener: Interaction, modal: Modal): void;
  find(formId: string, personId: string): OpenForm | undefined;
  close(formId: string): void;
  /** Newest last. */
  openFor(personId: string): readonly OpenForm[];
}

/** The forms that stand open on people's screens. */
export function openFormBook(journal: Journal): FormBook {
  const forms = new Map<string, OpenForm>();

  const write = (kind: "form" | "form_closed", { opener, modal }: OpenForm) =>
    journal.add({
      place: "discord",
      kind,
      personId: opener.person.id,
      channelId: opener.place.id,
      interactionId: opener.id,
      payload: modal,
    });

  return {
    open(opener, modal) {
      const form = { opener, modal };
      forms.set(opener.id, form);
      write("form", form);
    },
    find(formId, personId) {
      const form = forms.get(formId);
      return form?.opener.person.id === personId ? form : undefined;
    },
    close(formId) {
      const form = forms.get(formId);
      if (!form) return;
      forms.delete(formId);
      write("form_closed", form);
    },
    openFor: (personId) => [...forms.values()].filter(({ opener }) => opener.person.id === personId),
  };
}
