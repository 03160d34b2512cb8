import { numbersIn } from "../../numbers.ts";
import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { count } = numbersIn("es");
const { credits, number } = amounts;

export const spending: Words["spending"] = {
  thisMonth: (spent) => `Este mes: ${spent}.`,
  lastMonth: (spent) => `El mes pasado: ${spent}.`,
  none: "ningún crédito gastado",
  spent: (spent) => count(spent, "crédito gastado", "créditos gastados"),
  refunds: (charged, refunded) =>
    ` (${count(charged, "cobrado", "cobrados")}, ${count(refunded, "devuelto", "devueltos")})`,
  maybe: (atMost) => `, y hasta ${number(atMost)} más sin confirmar`,
};

export const list: Words["list"] = {
  title: "Tus videos",
  page: (page) => `Tus videos, página ${page}`,
  none: "Todavía no pediste ningún video.",
  noOlder: "No hay videos más antiguos.",
  choose: "Traer una tarjeta aquí…",
  quoted: (prompt) => `“${prompt}”`,
};

export const home: Words["home"] = {
  make: { title: "Crear un video", body: ["A partir de un texto, con o sin imagen."] },
  welcome: {
    title: "Te damos la bienvenida a Reelay",
    say: (command) => [
      "Di qué debe pasar, y Reelay crea un video corto: escribe ",
      command,
      " en cualquier canal, o escríbele a Reelay aquí.",
    ],
    addKey: "Los videos se pagan con tu propia cuenta en el servicio de video, así que primero agrega tu clave API.",
  },
};

const allow = (permission: string) => `Un administrador puede permitir “${permission}” en la configuración del canal.`;

export const help: Words["help"] = {
  title: "Cómo crear un video",
  parts: {
    start: "Primeros pasos",
    prices: "Precios",
    yours: "Tu clave y tus datos",
    know: "Es bueno saberlo",
    now: "Ahora mismo",
  },
  sample: "un gato surfeando",
  addKey: (command) => [
    "1. Agrega tu propia clave API con ",
    command,
    ". La obtienes en tu cuenta en el servicio de video.",
  ],
  say: (command) => [
    "2. Di qué debe pasar: ",
    command,
    ". La tarjeta muestra el progreso, y te avisaremos cuando el video esté listo.",
  ],
  options: (command) => [
    "El formato, la duración, la resolución y una imagen son opciones de ",
    command,
    ", y ninguna es obligatoria. Para una imagen de un mensaje, abre el menú del mensaje: Aplicaciones, Animar imagen.",
  ],
  flags: (flags, command) => [
    "Agrega opciones después del prompt: ",
    flags,
    ". ",
    command,
    " sin nada más abre un formulario.",
  ],
  pricesNote: "Los créditos se cobran al iniciarse un video y se devuelven si falla.",
  spentUnknown: "Por ahora no se puede leer cuánto gastaste este mes.",
  key: (status, remove) => ["Tu clave: ", status, " muestra si funciona, ", remove, " la borra."],
  cannotStop:
    "Un video que ya se inició no se puede detener. “Borrar” solo quita la tarjeta, junto con su notificación.",
  kept: (days, get, forget) => [
    `Los prompts se guardan durante ${days === 1 ? "1 día" : `${number(days)} días`} después de que termina un video. `,
    "Lo que Reelay guarda sobre ti: ",
    get,
    " te lo da en un archivo privado, ",
    forget,
    " lo borra.",
  ],
  links: "Los enlaces funcionan unas 2 horas.",
  allWell: "Todo funciona con normalidad.",
  trouble: (troubles) => `Problemas en este momento: ${troubles}.`,
  orVideo: {
    title: "¿Ayuda o un video?",
    text: (price) =>
      `Presiona “Ayuda” para leer cómo funciona Reelay, o “Crear” para hacer un video con esta sola palabra. El video cuesta ${credits(price)}. No se cobró nada.`,
  },
  missing: {
    view_channel: `Reelay no puede ver este canal, así que después de 15 minutos ya no puede actualizar su tarjeta. ${allow("Ver canal")}`,
    send_messages: `Reelay no puede escribir en este canal, así que quizá tenga que avisarte por mensaje directo. ${allow("Enviar mensajes")}`,
    send_in_threads: `Reelay no puede escribir en este hilo, así que quizá tenga que avisarte por mensaje directo. ${allow("Enviar mensajes en hilos")}`,
    embed_links: `Los enlaces de Reelay no muestran una vista previa en este canal. ${allow("Insertar enlaces")}`,
    attach_files: `Reelay no puede publicar archivos en este canal, así que un video llega como enlace. ${allow("Adjuntar archivos")}`,
    read_history: `Reelay no puede responder a su propia tarjeta en este canal, así que sus notificaciones son mensajes aparte. ${allow("Leer el historial de mensajes")}`,
  },
};
