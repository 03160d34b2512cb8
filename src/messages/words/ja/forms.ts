import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { credits } = amounts;

export const forms: Words["forms"] = {
  save: "保存",
  makeIt: "作成する",
  key: {
    title: "あなたのAPIキー",
    note: "このフォームはあなただけに見えています。キーはクレジットを使わずに確認し、暗号化して保存します。",
    label: "APIキー",
    hint: "動画サービスのアカウントのダッシュボードにあります",
  },
  makeVideo: "動画を作成",
  creditsAreTaken: "クレジットは動画の開始時に引かれ、失敗した場合は戻ります。",
  newVideo: "新しい動画を作成します。クレジットは開始時に引かれ、失敗した場合は戻ります。",
  edit: "編集して作成",
  pictureAgain: "画像をもう一度追加",
  risk: (atMost) => `最初の動画に最大${credits(atMost)}課金された可能性があります。今回も料金がかかります。`,
  prompt: "プロンプト",
  promptHint: "動画で何が起こるか",
  ratio: "縦横比",
  duration: "長さ",
  resolution: "解像度と料金",
  picture: "画像",
  address: "画像のアドレス",
  hints: {
    upload: "任意。動かしたい画像（5 MBまで）。",
    address: "任意。動かしたい画像のURL（https://…、5 MBまで）。",
    uploadKept: "任意。空の場合は前の画像を使います（5 MBまで）。",
    uploadEmpty: "任意。5 MBまで。",
    addressEmpty: "任意。https://…、5 MBまで。",
    gone: "前の画像はもう開けません。同じ画像か別の画像を追加してください（5 MBまで）。",
  },
};

export const choices: Words["choices"] = {
  ratio: { "16:9": "16:9（横長）", "9:16": "9:16（縦長）" },
  asPicture: "画像に合わせる",
  duration: (seconds) => `${seconds}秒`,
  resolution: (resolution, ten, fifteen) => `${resolution}（10秒 ${ten}クレジット、15秒 ${fifteen}クレジット）`,
  ping: {
    on: "動画ができたら通知する",
    off: "カードの更新だけ",
    channel: "通知し、チャンネルにも表示する",
  },
  attach: { yes: "可能ならカードで再生する", no: "リンクだけ" },
  attachInThread: "可能ならカードのスレッドで再生する",
  visibility: { here: "ここの全員にカードが見える", private: "自分だけにカードが見える" },
  confirmAbove: {
    always: () => "毎回確認する",
    above: (most) => `${credits(most)}を超えるときに確認する`,
    never: () => "確認しない",
  },
};

export const settings: Words["settings"] = {
  yours: "あなたの設定",
  saved: "設定を保存しました",
  note: "特に指定しないときの動画の設定です。",
  first: "依頼での指定が最優先です。画像の縦横比は、ここの縦横比より優先されます。",
  labels: {
    ratio: "縦横比",
    duration: "長さ",
    resolution: "解像度",
    ping: "動画ができたとき",
    attach: "動画のファイル",
    visibility: "公開範囲",
    confirm_above: "クレジットを使う前の確認",
  },
  line: (label, chosen) => `${label}：${chosen}`,
  or: "か",
  bad: (given, allowed) => `「${given}」はここでは使えません。${allowed}から選んでください。`,
  nothingChanged: "何も変更していません",
};
