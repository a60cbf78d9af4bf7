export type { FileStore } from './file-store.ts'
export { openBucket, openStore } from './open-store.ts'
export { collectPdf, drawReceipt, printable } from './papers/draw-receipt.ts'
export { dateTime, type Receipt } from './papers/receipt.ts'
