import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const LastBackup = z.object({ finishedAt: z.iso.datetime() })

/** When the last complete backup, or copy of the documents, ended, as `ops/backup/run` notes. */
export function lastBackup(
  backupDir: string,
  what: 'backup' | 'documents' = 'backup',
): Date | undefined {
  try {
    const text = readFileSync(path.join(backupDir, `last-${what}.json`), 'utf8')
    return new Date(LastBackup.parse(JSON.parse(text)).finishedAt)
  } catch {
    return undefined
  }
}
