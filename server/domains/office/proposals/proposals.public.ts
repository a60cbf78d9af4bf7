export { listLateRefunds, listUnsigned } from './list-unsigned.ts'
