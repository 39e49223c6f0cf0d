# @summary Deploys
# @param targets Where
plan demo::deploy(TargetSpec $targets, Boolean $noop = false) {
}
