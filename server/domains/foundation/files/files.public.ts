export type { FileStore } from './file-store.ts'
export { openBucket, openStore } from './open-store.ts'
