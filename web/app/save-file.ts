/** Replaces `web/lib/save-file.ts` in the native app, because a web view has no downloads. */
import { plugins } from './plugins.ts'

export function saveFile(content: Blob, name: string): void {
  // Fails if the person closes the share sheet or no app takes the file: the screen stays as it is.
  plugins()
    .shareFile(content, name)
    .catch(() => undefined)
}
