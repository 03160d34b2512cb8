import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { credits, number } = amounts;

export const spending: Words["spending"] = {
  thisMonth: (spent) => `Este mes: ${spent}.`,
  lastMonth: (spent) => `El mes pasado: ${spent}.`,
  none: "ningún crédito gastado",
  spent: (spent) => `${credits(spent)} ${spent === 1 ? "gastado" : "gastados"}`,
  refunds: (charged, refunded) => ` (cobro: ${number(charged)}, devolución: ${number(refunded)})`,
  maybe: (atMost) => `, y hasta ${number(atMost)} más sin confirmar`,
};

export const list: Words["list"] = {
  title: "Tus videos",
  page: (page) => `Tus videos, página ${page}`,
  none: "Todavía no has pedido ningún video.",
  noOlder: "No hay videos más antiguos.",
  choose: "Traer una tarjeta aquí…",
  quoted: (prompt) => `«${prompt}»`,
};

export const home: Words["home"] = {
  make: { title: "Crear un video", body: ["A partir de palabras, o de palabras y una imagen."] },
  welcome: {
    title: "Te damos la bienvenida a Reelay",
    say: (command) => [
      "Di qué debe pasar, y Reelay hace un video corto: escribe ",
      command,
      " en cualquier canal, o escríbele a Reelay aquí.",
    ],
    addKey: "Los videos se pagan con tu propia cuenta en el servicio de video, así que añade primero tu clave API.",
  },
};

const allow = (permission: string) => `Un admin puede permitir «${permission}» en los ajustes del canal.`;

export const help: Words["help"] = {
  title: "Cómo crear un video",
  sample: "un gato surfeando",
  addKey: (command) => [
    "1. Añade tu propia clave API con ",
    command,
    ". La consigues en tu cuenta en el servicio de video.",
  ],
  say: (command) => [
    "2. Di qué debe pasar: ",
    command,
    ". La tarjeta muestra cuánto lleva, y se te avisa cuando esté listo.",
  ],
  options: (command) => [
    "El formato, la duración, la resolución y una imagen son opciones de ",
    command,
    ", y puedes omitirlas todas. Para una imagen de un mensaje, abre el menú del mensaje: Aplicaciones, Animar imagen.",
  ],
  flags: (flags, command) => [
    "Lo demás se elige con opciones detrás de las palabras: ",
    flags,
    ". ",
    command,
    " solo abre un formulario.",
  ],
  price: (resolution, ten, fifteen) =>
    `${resolution} cuesta ${credits(ten)} por 10 segundos, ${credits(fifteen)} por 15 segundos`,
  prices: (prices) =>
    `Precios: ${prices.join("; ")}. Los créditos se cobran al empezar y se devuelven si un video falla.`,
  spentUnknown: "Lo que has gastado este mes no se puede leer por ahora.",
  key: (status, remove) => ["Tu clave: ", status, " muestra si funciona, ", remove, " la olvida."],
  cannotStop: "Un video que ha empezado no se puede parar. «Borrar» quita la tarjeta y su aviso, y nada más.",
  kept: (days, get, forget) => [
    `Los prompts se guardan ${days === 1 ? "1 día" : `${number(days)} días`} después de terminar un video. `,
    "Lo que se guarda sobre ti: ",
    get,
    " te lo da en un archivo privado, ",
    forget,
    " hace que se olvide.",
  ],
  links: "Los enlaces funcionan unas 2 horas.",
  allWell: "Ahora mismo funciona todo.",
  trouble: (troubles) => `Problemas ahora mismo: ${troubles}.`,
  orVideo: {
    title: "¿Ayuda o un video?",
    text: (price) =>
      `Pulsa «Ayuda» para leer cómo funciona Reelay, o «Crear» para hacer un video de esta sola palabra. El video cuesta ${credits(price)}. No se cobró nada.`,
  },
  missing: {
    view_channel: `Reelay no puede ver este canal, así que después de 15 minutos ya no puede cambiar su tarjeta. ${allow("Ver canal")}`,
    send_messages: `Reelay no puede escribir en este canal, así que quizá tenga que avisarte por mensaje directo. ${allow("Enviar mensajes")}`,
    send_in_threads: `Reelay no puede escribir en este hilo, así que quizá tenga que avisarte por mensaje directo. ${allow("Enviar mensajes en hilos")}`,
    embed_links: `Los enlaces de Reelay no muestran vista previa en este canal. ${allow("Insertar enlaces")}`,
    attach_files: `Reelay no puede publicar archivos en este canal, así que un video llega como enlace. ${allow("Adjuntar archivos")}`,
    read_history: `Reelay no puede responder a su propia tarjeta en este canal, así que sus mensajes van sueltos. ${allow("Leer el historial de mensajes")}`,
  },
};
