/**
 * Says on `<html>` who is looking, so that the style sheet shows the links meant for them
 * (`data-audience`): pages made ahead of time know nobody, and carry the links of everybody.
 */
export type Viewer = { roles: readonly string[] } | null

const REVIEWERS = ['verifier', 'admin']

export function markSession(viewer: Viewer): void {
  const { dataset } = document.documentElement
  if (viewer) dataset.session = 'in'
  else delete dataset.session
  if (viewer?.roles.some((role) => REVIEWERS.includes(role))) dataset.staff = ''
  else delete dataset.staff
}
