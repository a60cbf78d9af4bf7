export { resealReportPhotos } from './report-conduct.ts'
