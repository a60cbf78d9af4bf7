import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'

const OWN_FOLDER = 0o700
const OWN_FILE = 0o600
/** Other users may pass through to their files below, without listing the folder. */
const PASS_THROUGH = 0o711

/**
 * The data folder for us alone: folders 700, files 600, also those of earlier versions. Started by
 * root, the embedded database runs as another user, who has to pass through the folder itself.
 */
export function closeDataFolder(dataDir: string, options: { embedded: boolean }): void {
  mkdirSync(dataDir, { recursive: true, mode: OWN_FOLDER })
  const { uid } = statSync(dataDir)
  if (uid !== process.getuid?.()) return // Whoever owns it decides; without rights we fail later.
  chmodSync(dataDir, options.embedded && isPassedThrough(dataDir) ? PASS_THROUGH : OWN_FOLDER)
  const documents = path.join(dataDir, 'documents')
  mkdirSync(documents, { recursive: true, mode: OWN_FOLDER })
  chmodSync(documents, OWN_FOLDER)
  for (const folder of [dataDir, documents]) closeFiles(folder)
}

/** Sets the umask so that new files are private. Not before the embedded database is up. */
export function closeNewFiles(): void {
  process.umask(0o077)
}

function closeFiles(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isFile()) chmodSync(path.join(folder, entry.name), OWN_FILE)
  }
}

/** Root's database is kept below this folder, not in a place made for services. */
function isPassedThrough(dataDir: string): boolean {
  const relocated = existsSync(path.join(dataDir, 'postgres', 'relocated'))
  return process.getuid?.() === 0 && !relocated
}
