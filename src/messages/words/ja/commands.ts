import type { CommandWords } from "../en.ts";

export const commands: CommandWords = {
  commands: {
    make_video: "言葉から、または言葉と画像から動画を作成します",
    key: "ご自身のAPIキーを追加、確認、削除します",
    jobs: "ご自身の動画（作成中と最近のもの）と費用を見ます",
    settings: "特に指定しないときの動画の設定を見るか変更します",
    data: "Reelayが保持しているあなたの情報を受け取るか削除します",
    help: "使い始め方、料金、うまくいかないときの対処",
  },
  subcommands: {
    set: "非公開フォームでAPIキーを追加します",
    status: "保存されているキーと、それが使えるかを確認します",
    remove: "APIキーを破棄します",
    export: "Reelayが保持しているあなたの情報すべてを非公開ファイルで受け取ります",
    delete: "内容を確認したうえで、すべて破棄します",
  },
  options: {
    prompt: "動画で何が起こるか",
    ratio: "横長か縦長か",
    duration: "動画の長さ",
    resolution: "画質と料金",
    image: "動かす画像（5 MBまで）",
    image_url: "または画像のURL（https://…、5 MBまで）",
    ping: "動画ができたときにメッセージで通知するか",
    attach: "できた動画をカードで再生するか、リンクだけにするか",
    visibility: "動画のカードが誰に見えるか",
    confirm_above: "クレジットを使う前に確認するタイミング",
    show: "この動画のカードをここに表示します",
  },
  animate: "画像を動かす",
};
