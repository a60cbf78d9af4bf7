import type { Disk } from 'flydrive'

/** Lists the files of a disk whose last write is before this time, except those in folders. */
export async function namesBefore(disk: Disk, before: Date): Promise<string[]> {
  const found: string[] = []
  let paginationToken: string | undefined
  do {
    const page = await disk.listAll('', paginationToken ? { paginationToken } : {})
    for (const entry of page.objects) {
      if (!entry.isFile) continue
      const { lastModified } = await entry.getMetaData()
      if (lastModified < before) found.push(entry.name)
    }
    paginationToken = page.paginationToken
  } while (paginationToken)
  return found
}
