/** Marks session and roles on `<html>`: CSS shows the links of this person (`data-audience`). */
export type Viewer = { roles: readonly string[] } | null

const TEAM = ['verifier', 'support', 'finance', 'admin']

export function markSession(viewer: Viewer): void {
  const { dataset } = document.documentElement
  if (viewer) dataset.session = 'in'
  else delete dataset.session
  if (viewer?.roles.some((role) => TEAM.includes(role))) dataset.team = ''
  else delete dataset.team
  if (viewer?.roles.includes('driver')) dataset.drives = ''
  else delete dataset.drives
}
