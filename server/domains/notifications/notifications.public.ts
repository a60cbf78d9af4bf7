export type { MailBody } from './mail-templates.ts'
export { sendMail } from './send-mail.ts'
