export { forgetSwitches, isOn, readSwitch } from './read-switch.ts'
export { insertChange, listLastChanges, listSwitchedOff } from './switches.queries.ts'
