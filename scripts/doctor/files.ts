// Checks folders, their modes, the free disk space, and the age of the last backup.
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { lastBackup } from '#server/platform/last-backup.ts'
import type { Finding } from './finding.ts'

/** Mode bits of everyone except the owner: group and others. */
const NOT_OWNER = 0o077
const FREE_BYTES_MIN = 2 * 1024 ** 3
const FREE_SHARE_MIN = 0.1
/** Largest age of the last backup: one day, and two hours for the backup itself. */
const BACKUP_AGE_MAX_MS = 26 * 3_600_000
/** Largest age of the last copy of documents: two turns of the timer. */
const DOCUMENTS_AGE_MAX_MS = 30 * 60_000

/** Value of BACKUP_DIR when the provider of the database makes the backups. */
export const MANAGED = 'managed'

export type Disk = { freeBytes: number; totalBytes: number }

export type FileQuestion = {
  dataDir: string
  backupDir?: string | undefined
  /** Bucket that keeps the documents, if any: its provider copies them. */
  bucket?: string | undefined
  /** File from which the environment variables were read, if any. */
  envFile?: string | undefined
  now: Date
  disk(folder: string): Disk
}

export function fileFindings(question: FileQuestion): Finding[] {
  return [
    ...dataFindings(question),
    ...(question.envFile ? openTo('env_file_open', question.envFile) : []),
    ...(question.backupDir && question.backupDir !== MANAGED
      ? [
          ...backupFindings(question.backupDir, question.now),
          ...(question.bucket ? [] : documentFindings(question.backupDir, question.now)),
        ]
      : []),
  ]
}

function dataFindings({ dataDir, disk }: FileQuestion): Finding[] {
  if (!exists(dataDir)) {
    return [
      {
        id: 'data_folder_missing',
        what: `DATA_DIR no existe: ${dataDir}`,
        why: 'ahí se guardan las fotos de los documentos',
        todo: 'crea la carpeta con modo 700, del usuario que corre Cupo',
      },
    ]
  }
  const findings = [
    ...openTo('data_folder_open', dataDir),
    ...readdirSync(dataDir, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .flatMap((entry) => openTo('data_file_open', path.join(dataDir, entry.name))),
  ]
  if (exists(path.join(dataDir, 'secrets.json'))) {
    findings.push({
      id: 'development_secrets',
      level: 'warning',
      what: `hay llaves de desarrollo en ${dataDir}/secrets.json`,
      why: 'en producción no se leen; alguien puede creer que son las buenas',
      todo: 'usa una carpeta nueva para producción',
    })
  }
  const { freeBytes, totalBytes } = disk(dataDir)
  if (freeBytes < FREE_BYTES_MIN || freeBytes < FREE_SHARE_MIN * totalBytes) {
    findings.push({
      id: 'disk_full',
      what: `quedan ${(freeBytes / 1024 ** 3).toFixed(1)} GB donde está DATA_DIR`,
      why: 'con el disco lleno no se guardan documentos ni se escribe el registro',
      todo: 'haz espacio o agranda el disco (docs/runbooks/database-full.md)',
    })
  }
  return findings
}

function openTo(id: string, file: string): Finding[] {
  const mode = statSync(file).mode & 0o777
  if ((mode & NOT_OWNER) === 0) return []
  return [
    {
      id,
      what: `${file} tiene modo ${mode.toString(8)}: otros usuarios pueden usarlo`,
      why: 'otro programa de esta máquina podría leer o cambiar llaves y documentos',
      todo: `chmod go= ${file}`,
    },
  ]
}

function backupFindings(backupDir: string, now: Date): Finding[] {
  const finished = lastBackup(backupDir)
  if (finished && now.getTime() - finished.getTime() <= BACKUP_AGE_MAX_MS) return []
  const hours = finished && Math.round((now.getTime() - finished.getTime()) / 3_600_000)
  return [
    {
      id: 'backup_old',
      what: finished
        ? `la última copia terminó hace ${hours} horas`
        : `no hay ninguna copia terminada en ${backupDir}`,
      why: 'lo que no está copiado se pierde con el disco',
      todo: 'corre ops/backup/run y mira por qué no corrió solo (systemctl status cupo-backup)',
    },
  ]
}

function documentFindings(backupDir: string, now: Date): Finding[] {
  const copied = lastBackup(backupDir, 'documents')
  if (copied && now.getTime() - copied.getTime() <= DOCUMENTS_AGE_MAX_MS) return []
  return [
    {
      id: 'documents_old',
      what: `los documentos no se copiaron a ${backupDir} en la última media hora`,
      why: 'las fotos que la gente subió desde entonces se pierden con el disco',
      todo: 'como root: ops/backup/run --documents, y systemctl status cupo-documents.timer',
    },
  ]
}

function exists(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined
}
