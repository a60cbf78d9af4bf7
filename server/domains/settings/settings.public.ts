export { settingsData } from './personal-data.ts'
