export { addAppealPhoto, resealAppealPhotos } from './appeal-photos.ts'
export { answerAppeal, appealSanction } from './appeal-sanction.ts'
export { decideCase } from './decide-case.ts'
export { answerHearing, hearPerson } from './hear-person.ts'
export { listHearingPhotos } from './hearing-photos.queries.ts'
export {
  addHearingPhoto,
  resealHearingPhotos,
  viewHearingPhoto,
} from './hearing-photos.ts'
export { listProposedMeasures, voidMeasure } from './hearings.queries.ts'
export { noteSignals } from './note-signals.ts'
export { addReportPhoto, reportConduct, resealReportPhotos } from './report-conduct.ts'
export { sendPhoto } from './send-photo.ts'
