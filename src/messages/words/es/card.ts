import { numbersIn } from "../../numbers.ts";
import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { count } = numbersIn("es");
const { credits } = amounts;

export const card: Words["card"] = {
  received: {
    title: "Solicitud recibida",
    body: ["Esta tarjeta se actualiza mientras se crea el video. Si no cambia, un mensaje nuevo tomará su lugar."],
  },
  starting: "Iniciando…",
  queued: {
    title: "En cola",
    body: [
      "El servicio de video está ocupado, así que este video espera en cola y se iniciará automáticamente. Todavía no se cobró nada.",
    ],
  },
  serviceAway:
    "No se puede contactar al servicio de video. Reelay lo está intentando otra vez. Todavía no se cobró nada.",
  making: "Creando el video",
  overdue: {
    title: "Todavía no está listo…",
    body: [
      "Está tardando mucho más de lo normal. Reelay sigue pendiente, y esta tarjeta cambiará cuando haya novedades.",
    ],
  },
  needsKey:
    "El servicio de video ya no acepta tu clave. Agrega una clave nueva y este video continuará automáticamente.",
  lastSight: "Esta tarjeta pronto dejará de actualizarse. Recibirás el resultado por mensaje directo.",
  noPercentage: "En proceso",
  percentDone: (percent) => `${percent} % completado`,
  left: (time) => `tiempo restante: ${time}`,
  slow: "más lento de lo normal",
  comma: ", ",
};

export const facts: Words["facts"] = {
  askedBy: (person) => ["Lo pidió ", person],
  price: (price) => `Precio: ${credits(price)}`,
  seconds: (seconds) => `${seconds} segundos`,
  shapeOfPicture: "formato de la imagen",
  fromPicture: "a partir de una imagen",
};

export const state: Words["state"] = {
  waitingToStart: "En espera",
  starting: "Iniciando",
  waitingForKey: "En espera de tu clave",
  running: "En proceso",
  percentDone: (percent) => `${percent} % completado`,
  ready: "Listo",
  doneWithoutLink: "Terminado, pero sin enlace",
  failed: (refunded) => `Falló, ${count(refunded, "crédito devuelto", "créditos devueltos")}`,
  refused: "Rechazado, no se cobró nada",
  notStarted: "No se inició, no se cobró nada",
  nobodyKnows: "Resultado desconocido, puede que se haya cobrado",
};
