import type { Disk } from 'flydrive'

/** Names of the files in a folder of a disk last written before then, page by page. */
export async function namesBefore(disk: Disk, before: Date, folder = ''): Promise<string[]> {
  const found: string[] = []
  let paginationToken: string | undefined
  do {
    const page = await disk.listAll(folder, paginationToken ? { paginationToken } : {})
    for (const entry of page.objects) {
      if (!entry.isFile) continue
      const { lastModified } = await entry.getMetaData()
      if (lastModified < before) found.push(entry.name)
    }
    paginationToken = page.paginationToken
  } while (paginationToken)
  return found
}
