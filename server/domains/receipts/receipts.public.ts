export { dateTime, type Receipt } from './receipt.ts'
export { drawReceipt } from './receipt-pdf.ts'
