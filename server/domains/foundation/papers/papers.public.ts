export { drawReceipt, printable } from './draw-receipt.ts'
export { dateTime, type Receipt } from './receipt.ts'
