/**
 * Puts spaces into control tokens of chat templates, such as `<|im_start|>`, `<<SYS>>`, `[INST]` or `<start_of_turn>`. Some
 * servers parse them in messages too, where they would start another role; the `openai` package sends text unchanged.
 */
export function escapeControlTokens(text: string): string {
  // Wide forms too: DeepSeek's tokens have a wide bar, and some tokenizers normalise wide characters first.
  return text
    .replace(/([<＜])(?=[<＜|｜])/g, '$1 ')
    .replace(/([>＞|｜])(?=[>＞])/g, '$1 ')
    .replace(/([<＜])(\/?[\p{L}_][\p{L}\p{N}_-]{0,63})(?=[>＞])/gu, '$1 $2 ')
    .replace(/\[(\/?[A-Z][A-Z_]{1,31})\]/g, '[ $1 ]');
}
