export type { FileStore } from './file-store.ts'
export { folderStore } from './folder-store.ts'
export { openBucket, openStore } from './open-store.ts'
