export type { MailBody } from './mail-templates.ts'
export { type Mail, sendMail } from './send-mail.ts'
