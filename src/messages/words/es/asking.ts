import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { credits, number, videos } = amounts;

export const confirm: Words["confirm"] = {
  again: "¿Crearlo otra vez?",
  nobodyKnows: (mayBeCharged) => `Perdimos el rastro de este video. ${mayBeCharged}`,
  againCosts: (price) => `Crearlo otra vez cuesta ${credits(price)}, sin importar lo que haya costado el primero.`,
  in720p: "¿Crearlo en 720p?",
  in720pCosts: (price) => `El video se creará otra vez, en 720p. Cuesta ${credits(price)}.`,
  nothingStarted: "No se inició nada.",
  started: "Tu video ya está en proceso.",
  price: (price) => `¿Crearlo por ${credits(price)}?`,
  priceText: (price, most) =>
    `Este video cuesta ${credits(price)}, y pediste que te preguntemos si cuesta más de ${credits(most)}. No se cobró nada.`,
  priceTextAlways: (price) =>
    `Este video cuesta ${credits(price)}, y pediste que te preguntemos siempre. No se cobró nada.`,
  meant: "¿Querías decir esto?",
  meantText: (typed) => [
    "En tu prompt hay algo que parece una opción: ",
    typed,
    ". Aquí ya está aplicado y fuera del prompt.",
  ],
  meantCosts: (price) => `Cuesta ${credits(price)}. No se cobró nada.`,
  goodForAnHour: "Esta pregunta vence en una hora.",
  tooOld: {
    title: "Esta pregunta venció",
    body: ["Reelay ya no sabe de qué se trataba. No se cobró nada.", "Pide el video otra vez."],
  },
};

export const said: Words["said"] = {
  offer: {
    title: "¿Convertir esto en un video?",
    body: [
      "Todavía no se cobró nada. Abre el formulario para revisar todo antes de empezar. Esta propuesta vence en una hora.",
    ],
  },
  what: {
    title: "¿Qué debe pasar en el video?",
    body: ["Dilo en pocas palabras, o abre el formulario."],
  },
  hello: {
    title: "¡Hola!",
    body: ["Dile a Reelay qué debe pasar en un video, o abre el formulario."],
  },
  withPicture:
    "Tu imagen está lista. Abre el formulario para decir qué debe pasar. Todavía no se cobró nada. Esta propuesta vence en una hora.",
  notPictures: (files) =>
    `${files === 1 ? "El archivo de tu mensaje no es una imagen" : `Los ${number(files)} archivos de tu mensaje no son imágenes`}, así que no se puede crear un video con eso. Se aceptan PNG, JPEG, WebP y GIF.`,
};

export const tooMany: Words["tooMany"] = {
  title: "Alcanzaste tu límite",
  most: (most) => `Puedes tener ${videos(most)} en proceso a la vez. Este no se inició. No se cobró nada.`,
  named: (prompt, stage) => `“${prompt}”: ${stage}`,
  more: (count) => `… y ${number(count)} más`,
  nobodyKnows: "Inténtalo otra vez cuando termine uno de ellos.",
  first: (time) => `El primero podría terminar en ${time}. Inténtalo otra vez entonces.`,
  starting: "iniciando",
  noPercentage: "en proceso",
  percentDone: (percent) => `${percent} % completado`,
};

export const link: Words["link"] = {
  asking: { title: "Pidiendo un enlace nuevo…", body: ["Esto no cuesta créditos."] },
  isNew: "Hay un enlace nuevo",
  onTheCard: "La tarjeta ya tiene el enlace nuevo.",
  keepThis: "No se pudo cambiar la tarjeta, así que guarda este enlace.",
  same: "Es el mismo enlace",
  sameText: "Es el enlace que ya tiene la tarjeta. No sabemos cuánto tiempo funcionará: descarga pronto el video.",
  unchanged: "No cambió nada",
  stillGood: (until) => ["El enlace todavía es válido. Vence ", until, "."],
  none: "No hay un enlace nuevo",
  noLink: [
    "El servicio de video ya no da ningún enlace a este video. No cambió nada.",
    "Revisa tu panel en el servicio de video, o crea el video otra vez.",
  ],
  noAnswer: ["El servicio de video no respondió. No cambió nada.", "Inténtalo otra vez en unos minutos."],
  noKey: [
    "No tienes ninguna clave API guardada, así que no se puede pedir un enlace nuevo. No cambió nada.",
    "Agrega tu clave y luego presiona “Enlace nuevo”.",
  ],
  badKey: [
    "El servicio de video no acepta tu clave. No cambió nada.",
    "Agrega una nueva y luego presiona “Enlace nuevo”.",
  ],
};

export const deletion: Words["deletion"] = {
  confirm: {
    title: "¿Borrar esta tarjeta?",
    body: [
      "La tarjeta desaparece para todos, con su notificación y el video en este chat. Los créditos no se devuelven.",
      "El video sigue en el servicio de video mientras funcione el enlace.",
    ],
  },
  done: "Se borró la tarjeta.",
  notAll: "No se pudo borrar todo",
  left: {
    notification: "No se pudo borrar su notificación. Si la ves, bórrala a mano o pídeselo a un administrador.",
    video: "No se pudo borrar el video del hilo. Pídeselo a un administrador.",
    card: "No se pudo borrar la tarjeta desde aquí. Si solo la ves tú, descártala; si no, pide a un administrador que la borre.",
  },
  stillOpen: {
    title: "Todavía no",
    body: [
      "El video todavía se está subiendo a este chat, así que no se borró nada.",
      "Presiona “Borrar” otra vez en un minuto.",
    ],
  },
  notNow: {
    title: "Todavía no se borró todo",
    body: ["El chat no aceptó todo esta vez.", "Presiona “Borrar” otra vez en un minuto."],
  },
  kept: "No se borró nada.",
};
