export * from './assert-never.js';
export * from './canonical-json.js';
export * from './depth.js';
export * from './digest.js';
export * from './ill-formed.js';
export * from './json-pointer.js';
export * from './result.js';
export * from './uuid-v5.js';
