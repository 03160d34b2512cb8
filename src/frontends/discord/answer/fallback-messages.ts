import type { ChatMessage } from "../../../core/chat.ts";
import type { Locale } from "../../../core/text/locale.ts";

/** What a person reads where nobody else can answer in time: this module's own few sentences. */
interface FallbackMessages<Said> {
  /** The desk threw. */
  readonly ours: Said;
  /** The desk took too long. */
  readonly cannotSave: Said;
  /** The payload is not as Discord describes it. */
  readonly unreadable: Said;
  /** It came while the process was ending. */
  readonly restarting: Said;
  /** The second half of an answer failed. What it did before is not known here, so nothing is said about it. */
  readonly unfinished: Said;
}

const words: Readonly<Record<Locale, FallbackMessages<string>>> = {
  en: {
    ours: "Something went wrong on our side. Nothing was charged.",
    cannotSave: "Reelay cannot save this now. Nothing was charged.",
    unreadable: "Reelay could not read this. Nothing was charged. Please try again.",
    restarting: "Reelay is restarting. Nothing was charged. Please try again in a minute.",
    unfinished: "Something went wrong on our side. Please check what happened before you try again.",
  },
  de: {
    ours: "Bei uns ist etwas schiefgegangen. Es wurde nichts berechnet.",
    cannotSave: "Reelay kann das gerade nicht speichern. Es wurde nichts berechnet.",
    unreadable: "Reelay konnte das nicht lesen. Es wurde nichts berechnet. Bitte versuch es noch einmal.",
    restarting: "Reelay startet gerade neu. Es wurde nichts berechnet. Bitte versuch es in einer Minute noch einmal.",
    unfinished:
      "Bei uns ist etwas schiefgegangen. Bitte schau nach, was passiert ist, bevor du es noch einmal versuchst.",
  },
  es: {
    ours: "Algo salió mal de nuestro lado. No se cobró nada.",
    cannotSave: "Reelay no puede guardar esto ahora. No se cobró nada.",
    unreadable: "Reelay no pudo leer esto. No se cobró nada. Inténtalo otra vez.",
    restarting: "Reelay se está reiniciando. No se cobró nada. Inténtalo otra vez en un minuto.",
    unfinished: "Algo salió mal de nuestro lado. Revisa el estado antes de intentarlo otra vez.",
  },
  fr: {
    ours: "Une erreur est survenue de notre côté. Rien n’a été débité.",
    cannotSave: "Reelay ne peut pas enregistrer cela maintenant. Rien n’a été débité.",
    unreadable: "Reelay n’a pas pu lire cela. Rien n’a été débité. Réessayez.",
    restarting: "Reelay redémarre. Rien n’a été débité. Réessayez dans une minute.",
    unfinished: "Une erreur est survenue de notre côté. Vérifiez où en sont les choses avant de réessayer.",
  },
  ja: {
    ours: "問題が発生しました。課金されていません。",
    cannotSave: "現在、保存できません。課金されていません。",
    unreadable: "内容を読み取れませんでした。課金されていません。もう一度お試しください。",
    restarting: "Reelayは再起動中です。課金されていません。1分後にもう一度お試しください。",
    unfinished: "問題が発生しました。もう一度試す前に、状況を確認してください。",
  },
  "pt-BR": {
    ours: "Algo deu errado do nosso lado. Nada foi cobrado.",
    cannotSave: "O Reelay não consegue salvar isso agora. Nada foi cobrado.",
    unreadable: "O Reelay não conseguiu ler isso. Nada foi cobrado. Tente de novo.",
    restarting: "O Reelay está reiniciando. Nada foi cobrado. Tente de novo daqui a um minuto.",
    unfinished: "Algo deu errado do nosso lado. Confira a situação antes de tentar de novo.",
  },
};

/** The sentences in that language; English where it is not known. */
export function fallbackMessages(locale: Locale = "en"): FallbackMessages<ChatMessage> {
  const { ours, cannotSave, unreadable, restarting, unfinished } = words[locale];
  return {
    ours: plainly(ours),
    cannotSave: plainly(cannotSave),
    unreadable: plainly(unreadable),
    restarting: plainly(restarting),
    unfinished: plainly(unfinished),
  };
}

function plainly(title: string): ChatMessage {
  return { tone: "bad", title, quote: null, body: [], bar: null, facts: [], video: null, buttons: [] };
}
