import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { credits } = amounts;

export const card: Words["card"] = {
  received: {
    title: "Solicitud recibida",
    body: ["Esta tarjeta cambia mientras se crea el video. Si se queda así, un mensaje nuevo ocupará su lugar."],
  },
  starting: "Empezando…",
  queued: {
    title: "En cola",
    body: [
      "El servicio de video está ocupado, así que este video espera en cola y empezará solo. Todavía no se ha cobrado nada.",
    ],
  },
  serviceAway:
    "No se puede contactar con el servicio de video. Reelay lo está intentando de nuevo. Todavía no se ha cobrado nada.",
  making: "Creando el video",
  overdue: {
    title: "Aún sin terminar…",
    body: ["Tarda mucho más de lo normal. Reelay sigue mirando, y esta tarjeta cambiará cuando haya novedades."],
  },
  needsKey: "El servicio de video ya no acepta tu clave. Añade una nueva y este video seguirá solo.",
  lastSight: "Pronto esta tarjeta ya no se podrá cambiar. El resultado llegará por mensaje directo.",
  noPercentage: "Aún sin porcentaje",
  percentDone: (percent) => `${percent} % hecho`,
  left: (time) => `tiempo restante: ${time}`,
  slow: "más lento de lo normal",
  comma: ", ",
};

export const facts: Words["facts"] = {
  askedBy: (person) => ["Lo pidió ", person],
  price: (price) => `Precio: ${credits(price)}`,
  seconds: (seconds) => `${seconds} segundos`,
  shapeOfPicture: "formato de tu imagen",
  fromPicture: "a partir de una imagen",
};

export const state: Words["state"] = {
  waitingToStart: "Esperando para empezar",
  starting: "Empezando",
  waitingForKey: "Esperando tu clave",
  running: "En marcha",
  percentDone: (percent) => `${percent} % hecho`,
  ready: "Listo",
  doneWithoutLink: "Terminado, pero sin enlace",
  failed: (refunded) => `Falló, devolución: ${credits(refunded)}`,
  refused: "Rechazado, no se cobró nada",
  notStarted: "No empezó, no se cobró nada",
  nobodyKnows: "Nadie lo sabe, puede que se haya cobrado",
};
