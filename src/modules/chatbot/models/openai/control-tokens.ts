/**
 * The same text with spaces inside of whatever a chat template reads as a control token, such as `<|im_start|>`,
 * `<<SYS>>`, `[INST]` or `<start_of_turn>`: some servers find them in a message's text too and would take what follows
 * for another role's. A model still reads what the person wrote.
 */
export function withoutControlTokens(text: string): string {
  // The wide forms too: DeepSeek's tokens have a wide bar, and some tokenizers fold wide characters first.
  return text
    .replace(/([<＜])(?=[<＜|｜])/g, '$1 ')
    .replace(/([>＞|｜])(?=[>＞])/g, '$1 ')
    .replace(/([<＜])(\/?[\p{L}_][\p{L}\p{N}_-]{0,63})(?=[>＞])/gu, '$1 $2 ')
    .replace(/\[(\/?[A-Z][A-Z_]{1,31})\]/g, '[ $1 ]');
}
