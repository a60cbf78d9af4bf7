import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { expect, it } from 'vitest'
import { deleteAbandonedFolders, makeRunFolder } from './run-folder.ts'

it.skipIf(!existsSync('/dev/shm'))(
  'deletes the folder of an ended process, and keeps the folder of a running one',
  async () => {
    const { pid } = spawnSync(process.execPath, ['--eval', ''])
    const abandoned = `/dev/shm/cupo-test-${pid}-AbCdEf`
    mkdirSync(abandoned)
    const own = makeRunFolder()
    await deleteAbandonedFolders()
    expect([existsSync(abandoned), existsSync(own)]).toEqual([false, true])
    rmSync(own, { recursive: true })
  },
)
