import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { credits } = amounts;

export const outcome: Words["outcome"] = {
  ready: "El video está listo",
  tooLarge: "El video es demasiado grande para este chat, así que aquí va solo el enlace.",
  notTaken: "No se pudo poner el video en este chat, así que aquí va solo el enlace.",
  link: "Ver o descargar el video",
  linkIsNew: "El enlace se acaba de pedir de nuevo. Nadie dice cuánto durará: guarda pronto el video.",
  linkExpires: (when) => ["El enlace caduca ", when, "."],
  linkHasExpired: (when) => [
    "El enlace probablemente ha caducado (",
    when,
    "). Mira en el panel de tu cuenta en el servicio de video, o crea el video otra vez.",
  ],
  used: (amount) => `Costó ${credits(amount)}.`,
  usedAbout: (amount) => `Costó aproximadamente ${credits(amount)}.`,
  noLink: {
    title: "El video está terminado, pero no hay enlace",
    body: ["El servicio de video dice que está terminado y no dio ningún enlace."],
  },
  failed: "Falló y se devolvió el costo",
  failedText: (refund) => `El video falló. ${refund} Inténtalo otra vez, o cambia el prompt.`,
  refund: (amount) => `Se te devolvieron ${credits(amount)}.`,
  refundAbout: (amount) => `Se te devolvieron aproximadamente ${credits(amount)}.`,
  notStarted: "No empezó",
  pressAgain: "Pulsa «Otra vez» para empezarlo ahora.",
  why: {
    too_old: "Reelay estuvo fuera demasiado tiempo, así que este video no empezó. No se cobró nada.",
    restart: "Reelay se reinició antes de comenzar este video, así que no empezó. No se cobró nada.",
    answer_lost: "No se sabe si viste la primera tarjeta, así que este video no empezó. No se cobró nada.",
    answer_refused: "La respuesta a tu comando no llegó, así que este video no empezó. No se cobró nada.",
    store: "Reelay no pudo guardar esto a tiempo, así que este video no empezó. No se cobró nada.",
  },
};

export const unknown: Words["unknown"] = {
  title: "No sabemos qué pasó con este video",
  answerLost: "La respuesta del servicio de video se perdió, así que aquí nadie sabe si el video empezó.",
  error: "El servicio de video devolvió un error, así que aquí nadie sabe si el video se inició.",
  silent: "El video empezó, pero el servicio de video no dice nada más de él.",
  mayBeCharged: (atMost) => `Puede que se haya cobrado: como máximo ${credits(atMost)}.`,
  whereToLook: ["Mira en el panel de tu cuenta en el servicio de video."],
  whereToLookFor: (task) => ["Mira en el panel de tu cuenta en el servicio de video; la tarea es ", task, "."],
  lookFirst: "Mira allí antes de pedirlo otra vez: una segunda petición puede costar una segunda vez.",
};

export const notification: Words["notification"] = {
  ready: "Tu video está listo.",
  noLink: {
    title: "Tu video está terminado, pero no hay enlace.",
    body: ["La tarjeta dice dónde buscarlo."],
  },
  failed: "Tu video falló.",
  notStarted: { title: "Tu video no empezó.", body: ["No se cobró nada. La tarjeta dice por qué."] },
  notStartedForOthers: "El video no empezó.",
  askedBy: (person) => ["Lo pidió ", person, ". No se cobró nada."],
  unknown: "No sabemos qué pasó con tu video.",
  unknownText: (mayBeCharged) => `${mayBeCharged} La tarjeta dice dónde mirar.`,
};

export const refusal: Words["refusal"] = {
  noKey: {
    title: "Falta tu clave",
    body: ["No hay ninguna clave API tuya que se pueda usar. No se cobró nada."],
  },
  badKey: {
    title: "Tu clave fue rechazada",
    body: ["El servicio de video no acepta tu clave API. No se cobró nada."],
  },
  addKeyThen: (again) => ["Añade una clave nueva y luego pulsa ", again, "."],
  noCredits: "No hay créditos suficientes",
  costs: (price) => `Este video cuesta ${credits(price)} y tu cuenta tiene menos. No se cobró nada.`,
  topUp: "Recarga tu cuenta en el servicio de video y luego pulsa «Otra vez».",
  topUpOr: (least) =>
    `Recarga tu cuenta en el servicio de video, o elige 480p y 10 segundos, que cuesta ${credits(least)}.`,
  badRequest: {
    title: "Solicitud rechazada",
    body: ["El servicio de video rechazó esta solicitud. No se cobró nada."],
    said: (words) => `El servicio de video rechazó esta solicitud: «${words}». No se cobró nada.`,
    edit: "Pulsa «Editar y crear» para cambiarla.",
  },
  changePrompt: "Cambia el prompt y pídelo otra vez.",
  changePromptOrPicture: "Cambia el prompt o la imagen y pídelo otra vez.",
  rateLimited: {
    title: "El servicio de video está saturado",
    body: [
      "El servicio de video está saturado en este momento. No se cobró nada.",
      "Pulsa «Otra vez» en unos minutos.",
    ],
  },
  wrongAddress: {
    title: "Reelay está mal configurado",
    body: [
      "Reelay tiene una dirección equivocada del servicio de video, así que este video no se inició. No se cobró nada.",
      "Avisa a quienes administran este bot.",
    ],
  },
  unavailable: {
    title: "No se puede contactar con el servicio",
    body: [
      "No se pudo contactar con el servicio de video, así que este video no empezó. No se cobró nada.",
      "Pulsa «Otra vez» en unos minutos.",
    ],
  },
  picture: "Esta imagen no se puede usar",
  nothingCharged: "No se cobró nada.",
};
