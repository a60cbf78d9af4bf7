import { conduct } from '#contract/conduct.ts'
import { sendImage } from '#server/platform/http/send-file.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import { pageOf, partOf } from '#server/platform/paging.ts'
import { addAppealPhoto, viewAppealPhoto } from './appeal-photos.ts'
import { answerAppeal, appealSanction } from './appeal-sanction.ts'
import { listAppeals } from './appeals.queries.ts'
import { decideCase } from './decide-case.ts'
import { answerHearing, hearPerson } from './hear-person.ts'
import { addPhotoOfCase, viewPhotoOfCase } from './hearing-photos.ts'
import { addReportPhoto, reportConduct, viewReportPhoto } from './report-conduct.ts'
import { listCases, presentAppeals, presentCases } from './show-cases.ts'
import { showConduct } from './show-conduct.ts'
import { viewCaseEvidence, viewReportedWords } from './view-evidence.ts'

const PAGE = 20

export const conductRoutes = routesOf(conduct, (deps) => ({
  report: async ({ actor, body }) => ({ report: await reportConduct(deps, actor, body) }),
  addPhoto: async ({ actor, body, file }) => ({
    photos: await addReportPhoto(deps, actor, { caseId: body.reportId, ...file }),
  }),
  addAppealPhoto: async ({ actor, body, file }) => ({
    photos: await addAppealPhoto(deps, actor, { ...body, ...file }),
  }),
  addHearingPhoto: async ({ actor, body, file }) => ({
    photos: await addPhotoOfCase(deps, actor, { ...body, ...file }),
  }),
  mine: ({ actor }) => showConduct(deps, actor),
  appeal: ({ actor, params, body }) => appealSanction(deps, actor, { ...params, ...body }),
  answerHearing: ({ actor, params, body }) => answerHearing(deps, actor, { ...params, ...body }),
  async cases({ actor, query: { status, page, only } }) {
    const part = { status, only, viewer: actor, ...partOf(page, PAGE) }
    const { found, total } = await listCases(deps.db, part)
    return pageOf(await presentCases(deps, actor, found), total, PAGE)
  },
  words: async ({ actor, params }) => ({
    words: await viewReportedWords(deps, actor, { caseId: params.reportId }),
  }),
  evidence: async ({ actor, params }) => ({
    evidence: await viewCaseEvidence(deps, actor, { caseId: params.reportId }),
  }),
  photo: async ({ actor, params, reply }) =>
    sendImage(reply, await viewReportPhoto(deps, actor, params)),
  appealPhoto: async ({ actor, params, reply }) =>
    sendImage(reply, await viewAppealPhoto(deps, actor, params)),
  hearingPhoto: async ({ actor, params: { reportId: caseId, photoId }, reply }) =>
    sendImage(reply, await viewPhotoOfCase(deps, actor, { caseId, photoId })),
  hear: ({ actor, params, body }) => hearPerson(deps, actor, { caseId: params.reportId, ...body }),
  decide: async ({ actor, params, body }) => ({
    outcome: await decideCase(deps, actor, { caseId: params.reportId, ...body }),
  }),
  async appeals({ actor, query: { status, page } }) {
    const part = { status, viewer: actor, ...partOf(page, PAGE) }
    const { found, total } = await listAppeals(deps.db, part)
    return pageOf(await presentAppeals(deps, found), total, PAGE)
  },
  answer: async ({ actor, params, body }) => ({
    isUpheld: await answerAppeal(deps, actor, { ...params, ...body }),
  }),
}))
