import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'

const OWN_FOLDER = 0o700
const OWN_FILE = 0o600
/** Other users can pass through to their files below, without listing the folder. */
const PASS_THROUGH = 0o711

/** Closes the data folder to others, who pass through to an embedded database below it. */
export function closeDataFolder(dataDir: string, options: { embedded: boolean }): void {
  mkdirSync(dataDir, { recursive: true, mode: OWN_FOLDER })
  const { uid } = statSync(dataDir)
  if (uid !== process.getuid?.()) return // Only the owner can change the mode.
  chmodSync(dataDir, options.embedded && isPassedThrough(dataDir) ? PASS_THROUGH : OWN_FOLDER)
  const documents = path.join(dataDir, 'documents')
  mkdirSync(documents, { recursive: true, mode: OWN_FOLDER })
  chmodSync(documents, OWN_FOLDER)
  for (const folder of [dataDir, documents]) closeFiles(folder)
}

/** Sets the umask so that new files are private. Called after the embedded database has started. */
export function closeNewFiles(): void {
  process.umask(0o077)
}

function closeFiles(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isFile()) chmodSync(path.join(folder, entry.name), OWN_FILE)
  }
}

/** Tells whether root's database is below this folder, not in a separate place for services. */
function isPassedThrough(dataDir: string): boolean {
  const relocated = existsSync(path.join(dataDir, 'postgres', 'relocated'))
  return process.getuid?.() === 0 && !relocated
}
