import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const LastBackup = z.object({ finishedAt: z.iso.datetime() })

/**
 * Returns when the last complete backup ended, which `ops/backup/run` writes into `backupDir` as
 * its last step. Undefined if there is none.
 */
export function lastBackup(backupDir: string): Date | undefined {
  try {
    const text = readFileSync(path.join(backupDir, 'last-backup.json'), 'utf8')
    return new Date(LastBackup.parse(JSON.parse(text)).finishedAt)
  } catch {
    return undefined
  }
}
