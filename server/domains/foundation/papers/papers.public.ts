export { drawReceipt } from './draw-receipt.ts'
export { dateTime, type Receipt } from './receipt.ts'
