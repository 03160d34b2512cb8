import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { credits } = amounts;

const gaveBack = (amount: number) => (amount === 1 ? "Se te devolvió" : "Se te devolvieron");

export const outcome: Words["outcome"] = {
  ready: "El video está listo",
  tooLarge: "El video es demasiado grande para este chat, así que aquí está solo el enlace.",
  notTaken: "No se pudo publicar el video en este chat, así que aquí está solo el enlace.",
  link: "Ver o descargar el video",
  linkIsNew: "El enlace se acaba de renovar. No sabemos cuánto tiempo funcionará: descarga pronto el video.",
  linkExpires: (when) => ["El enlace vence ", when, "."],
  linkHasExpired: (when) => [
    "El enlace probablemente ya venció (",
    when,
    "). Revisa tu panel en el servicio de video, o crea el video otra vez.",
  ],
  used: (amount) => `Costó ${credits(amount)}.`,
  usedAbout: (amount) => `Costó aproximadamente ${credits(amount)}.`,
  noLink: {
    title: "Terminado, pero sin enlace",
    body: ["El servicio de video terminó el video, pero no devolvió ningún enlace."],
  },
  failed: "Falló y se devolvió el costo",
  failedText: (refund) => `El video falló. ${refund} Inténtalo otra vez, o cambia el prompt.`,
  refund: (amount) => `${gaveBack(amount)} ${credits(amount)}.`,
  refundAbout: (amount) => `${gaveBack(amount)} aproximadamente ${credits(amount)}.`,
  notStarted: "No se inició",
  pressAgain: "Presiona “Otra vez” para iniciarlo ahora.",
  why: {
    too_old: "Reelay no estuvo disponible durante demasiado tiempo, así que este video no se inició. No se cobró nada.",
    restart: "Reelay se reinició antes de empezar este video, así que no se inició. No se cobró nada.",
    answer_lost: "No sabemos si viste la primera tarjeta, así que este video no se inició. No se cobró nada.",
    answer_refused: "La respuesta a tu comando no llegó, así que este video no se inició. No se cobró nada.",
    store: "Reelay no pudo guardar esto a tiempo, así que este video no se inició. No se cobró nada.",
  },
};

export const unknown: Words["unknown"] = {
  title: "No sabemos si este video se creó",
  answerLost: "El servicio de video no dio una respuesta clara, así que no sabemos si el video se inició.",
  error: "El servicio de video devolvió un error, así que no sabemos si el video se inició.",
  silent: "El video se inició, pero el servicio de video no dice nada más de él.",
  mayBeCharged: (atMost) => `Puede que se ${atMost === 1 ? "haya" : "hayan"} cobrado hasta ${credits(atMost)}.`,
  whereToLook: ["Revisa tu panel en el servicio de video."],
  whereToLookFor: (task) => ["Revisa tu panel en el servicio de video (tarea ", task, ")."],
  lookFirst: "Hazlo antes de pedirlo otra vez: una segunda solicitud también puede cobrarse.",
};

export const notification: Words["notification"] = {
  ready: "Tu video está listo.",
  noLink: {
    title: "Tu video está terminado, pero no hay enlace.",
    body: ["La tarjeta dice dónde buscarlo."],
  },
  failed: "Tu video falló.",
  notStarted: { title: "Tu video no se inició.", body: ["No se cobró nada. La tarjeta dice por qué."] },
  notStartedForOthers: "El video no se inició.",
  askedBy: (person) => ["Lo pidió ", person, ". No se cobró nada."],
  unknown: "No sabemos si tu video se creó.",
  unknownText: (mayBeCharged) => `${mayBeCharged} La tarjeta dice dónde revisar.`,
};

export const refusal: Words["refusal"] = {
  noKey: {
    title: "Falta tu clave",
    body: ["No tienes ninguna clave API guardada. No se cobró nada."],
  },
  badKey: {
    title: "Tu clave fue rechazada",
    body: ["El servicio de video no acepta tu clave API. No se cobró nada."],
  },
  addKeyThen: (again) => ["Agrega una clave nueva y luego presiona ", again, "."],
  noCredits: "No hay créditos suficientes",
  costs: (price) => `Este video cuesta ${credits(price)} y tu cuenta no tiene suficientes. No se cobró nada.`,
  topUp: "Recarga tu cuenta en el servicio de video y luego presiona “Otra vez”.",
  topUpOr: (least) =>
    `Recarga tu cuenta en el servicio de video, o elige 480p y 10 segundos, que cuesta ${credits(least)}.`,
  badRequest: {
    title: "Solicitud rechazada",
    body: ["El servicio de video rechazó esta solicitud. No se cobró nada."],
    said: (words) => `El servicio de video rechazó esta solicitud: “${words}”. No se cobró nada.`,
    edit: "Presiona “Editar y crear” para cambiarla.",
  },
  changePrompt: "Cambia el prompt y pide el video otra vez.",
  changePromptOrPicture: "Cambia el prompt o la imagen y pide el video otra vez.",
  rateLimited: {
    title: "El servicio de video está saturado",
    body: [
      "El servicio de video está saturado en este momento. No se cobró nada.",
      "Presiona “Otra vez” en unos minutos.",
    ],
  },
  wrongAddress: {
    title: "Problema de configuración",
    body: [
      "Reelay tiene una dirección equivocada del servicio de video, así que este video no se inició. No se cobró nada.",
      "Avisa a quienes administran este bot.",
    ],
  },
  unavailable: {
    title: "No se puede contactar al servicio",
    body: [
      "No se pudo contactar al servicio de video, así que este video no se inició. No se cobró nada.",
      "Presiona “Otra vez” en unos minutos.",
    ],
  },
  picture: "Esta imagen no se puede usar",
  nothingCharged: "No se cobró nada.",
};
