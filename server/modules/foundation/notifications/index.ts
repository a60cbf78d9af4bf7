export { channels, defineMessage, type NoFacts } from './define-message.ts'
export { textCode, textNews } from './deliver-text.ts'
export { maySendToDevices } from './fcm.ts'
export { announce } from './live/announce.ts'
export { mailServerFailures } from './mail-server.ts'
export {
  dayAndTime,
  type FareFacts,
  forMode,
  instantFormat,
  journey,
  NOT_YOU,
  occasion,
  pesosFormat,
  plural,
  theTime,
  unlinked,
} from './message-words.ts'
export { mailBounces } from './notifications.messages.ts'
export { countUnread, dropWaiting, replaceName } from './notifications.queries.ts'
export { notify } from './notify.ts'
export { listSubscribedSessions } from './push.queries.ts'
export { MAIL_JOB, sendMail } from './send-mail.ts'
export { textChannels } from './send-text.ts'
export { holdRelay } from './suppress-address.ts'
