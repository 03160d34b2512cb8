import { element } from "../core/element.ts";

export interface Offer {
  readonly title: string;
  readonly detail?: string;
  readonly note?: string;
  readonly isOfApp?: boolean;
  choose(): void;
}

export interface Offered {
  readonly heading: string;
  readonly offers: readonly Offer[];
  readonly isFirstTaken: boolean;
}

export function offerList(id: string) {
  const heading = element("p", { class: "offers-of", id: `${id}-of` });
  const list = element("div", { class: "offers-list", role: "listbox", id, "aria-labelledby": heading.id });
  const node = element("div", { class: "offers", hidden: true }, heading, list);
  let field: HTMLElement | undefined;
  let offers: readonly Offer[] = [];
  let active = -1;

  // A press must not take the focus from the field.
  node.addEventListener("pointerdown", (event) => event.preventDefault());

  function mark(next: number): void {
    active = next;
    for (const [index, row] of [...list.children].entries()) {
      row.setAttribute("aria-selected", String(index === active));
      if (index === active) row.scrollIntoView({ block: "nearest" });
    }
    if (active < 0) field?.removeAttribute("aria-activedescendant");
    else field?.setAttribute("aria-activedescendant", `${id}-${active}`);
  }

  function hide(): void {
    node.hidden = true;
    offers = [];
    list.replaceChildren();
    mark(-1);
    field?.setAttribute("aria-expanded", "false");
    field = undefined;
  }

  function choose(index: number): void {
    const chosen = offers[index];
    hide();
    chosen?.choose();
  }

  function drawOffer(offer: Offer, index: number): HTMLElement {
    const row = element(
      "div",
      { class: "offer", role: "option", id: `${id}-${index}` },
      offer.isOfApp ? element("img", { src: "/page/icon.svg", alt: "" }) : null,
      element(
        "span",
        { class: "offer-words" },
        element("strong", {}, offer.title),
        offer.detail ? element("span", { class: "offer-detail" }, offer.detail) : null,
      ),
      offer.note ? element("small", {}, offer.note) : null,
    );
    row.addEventListener("click", () => choose(index));
    row.addEventListener("pointermove", () => active !== index && mark(index));
    return row;
  }

  return {
    node,
    hide,
    show(next: HTMLElement, offered: Offered | undefined) {
      if (!offered) {
        hide();
        return;
      }
      if (field !== next) hide();
      field = next;
      offers = offered.offers;
      heading.textContent = offered.heading;
      list.replaceChildren(...offers.map(drawOffer));
      list.hidden = offers.length === 0;
      node.hidden = false;
      field.setAttribute("aria-controls", id);
      field.setAttribute("aria-describedby", heading.id);
      field.setAttribute("aria-expanded", String(offers.length > 0));
      mark(offered.isFirstTaken ? 0 : -1);
    },
    takes(event: KeyboardEvent): boolean {
      if (offers.length === 0 || event.isComposing) return false;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined) mark((Math.max(active, step === 1 ? -1 : 0) + step + offers.length) % offers.length);
      else if (event.key === "Escape") hide();
      else if ((event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) && active >= 0) choose(active);
      else return false;
      event.preventDefault();
      return true;
    },
  };
}
