export type { MailBody } from './mail-body.ts'
export { sendMail } from './send-mail.ts'
